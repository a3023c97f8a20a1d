"""What the server tells about itself: logs, numbers, garbage."""
