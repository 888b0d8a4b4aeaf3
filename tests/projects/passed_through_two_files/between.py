from scales import scale
def passon(a):
    return scale(a)
