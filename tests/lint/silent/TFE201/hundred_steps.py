x = tf.Variable([4.0, 0.0])

def minimise():
    with tf.GradientTape() as tape:
        y = tf.reduce_sum(x**2)
    x.assign_sub(0.01 * tape.gradient(y, x))

steps = range(100)
for step in steps:
    minimise()
