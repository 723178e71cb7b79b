"""Rules under attack: small faults are put into the rules, and the tests have to notice each of them."""
