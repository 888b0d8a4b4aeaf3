class Config:
    def __init__(self):
        self.network_fn = None
        self.optimizer_fn = None
        self.discount = 0.9
        self.gradient_clip = 0.5
