"""porter: moves a PyTorch reinforcement-learning agent to TensorFlow/Keras."""
