"""Games in which two players lay dice on squares that lie on lines of three; two dice of three win a line."""
