"""The tape of random numbers that the original and its port share.

The n-th draw of a run is a function of the seed, n, the distribution and the shape alone, so two
programs that draw the same things in the same order get the same numbers, whatever framework and
whatever process they run in. `formulas` has the functions, `tape` counts; `torch_draws` and
`tf_draws` put the tape in the frameworks' place, `host_draws` seeds all else. Each is a context
that the program is imported and run in: a tf.function that was traced before is not on the tape.

A draw is known by what is really drawn. Both sides draw:

* "normal": randn, normal, Normal, MultivariateNormal, LogNormal; tf.random.normal
* "uniform": rand, uniform_, Uniform, Laplace, Gumbel; tf.random.uniform. Also, as TensorFlow
  writes it, what is below a probability: bernoulli, Bernoulli, every dropout. And logarithms:
  exponential_ is -log1p(-u) / rate, geometric_ and cauchy_ are the inverse of their distribution
  function, and a multinomial of several without replacement is the greatest w / -log1p(-u)
* "integers": randint, random_; tf.random.uniform of an integer dtype
* "permutation": randperm; tf.random.shuffle, along the first axis
* "categorical": multinomial, Categorical; tf.random.categorical: of shape (rows, samples)
* "gamma": Gamma and Dirichlet in the concentration's shape, Beta with one more axis of 2, since it
  is a Dirichlet draw; tf.random.gamma, keras.random.beta
* "truncated normal", "poisson", "binomial": nn.init.trunc_normal_, poisson, Poisson, Binomial;
  tf.random.truncated_normal and poisson, keras.random.binomial

Seeds and generators that the program gives are ignored, but for TensorFlow's stateless functions:
those are no draws. The values are equal bit by bit, computed in float64 and rounded once. What the
program computes from them can differ in the last bit: a + b * noise is rounded twice, once by XLA.

XLA cannot call back: draws are told of when the compiled code has returned, if there is somebody
who brings the values out (`Tape.leave`). Gamma, Poisson and binomial draws raise there.

The initial values of layers are drawn off the tape; the port takes over the original's weights.

Not on the tape: F.rrelu; on a GPU, dropout inside cuDNN's recurrent layers and inside fused
attention; what torch.compile generates; tf.data's shuffle, tf.image.random_*, candidate samplers,
Generator.binomial and uniform_full_int; other processes that the program spawns; Python's
random.Random(), random.seed() and os.urandom; gym before 0.22, which seeds from these. Not equal,
though on the tape: dropout of images, where the axes lie in another order; AlphaDropout; dropout
inside MultiheadAttention, since PyTorch puts heads and batch on one axis there. A function that
draws cannot be exported as a SavedModel meanwhile: it would need the tape's counter.
"""

from porter.equivalence.tape.tape import Tape as Tape
