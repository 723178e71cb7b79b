"""The line-mode client: plain lines for people, pipes and screen readers."""
