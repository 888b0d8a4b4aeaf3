from config import *
