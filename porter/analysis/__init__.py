"""What running code reads and changes, through calls, under all names that a thing has."""
