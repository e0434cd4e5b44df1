"""The tests of Foveate. Their folders mirror src/foveate; what the whole house must hold stands beside this file."""
