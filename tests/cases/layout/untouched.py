"""Nothing here uses torch but the word."""

x = {  'a':1 ,"b" : 2}
def f( a,b ) : return a+b # torch
