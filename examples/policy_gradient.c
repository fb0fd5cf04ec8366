/*
 * policy_gradient.c: learns to balance a pole on a cart, by REINFORCE. With a file name, it also
 * writes the learning curve as a picture: ./policy_gradient curve.svg
 *
 * The twin in Python is twins/policy_gradient.py; both print the same numbers for the same seed.
 */
#include <math.h>
#include <stdio.h>

#include <ctorch/ctorch.h>

enum { EPISODES = 400, SHOWN = 40, STEPS_AT_MOST = 200 };

static const double discount = 0.99, rate = 0.005;

/* --- the environment -------------------------------------------------------------------------- */

/* A cart on a track, and a pole on the cart: positions and velocities. */
typedef struct {
	double x, dx, angle, turn;
} cart;

/* A force to the left or to the right, for 0.02 seconds; false when the pole has fallen. */
static bool cart_push(cart *c, bool to_the_right)
{
	const double sine = sin(c->angle), cosine = cos(c->angle);
	const double force = ((to_the_right ? 10.0 : -10.0) + 0.05 * c->turn * c->turn * sine) /
			     1.1;
	const double bend = (9.8 * sine - cosine * force) /
			    (0.5 * (4.0 / 3.0 - 0.1 * cosine * cosine / 1.1));
	const double push = force - 0.05 * bend * cosine / 1.1;

	c->x += 0.02 * c->dx;
	c->dx += 0.02 * push;
	c->angle += 0.02 * c->turn;
	c->turn += 0.02 * bend;
	return fabs(c->x) < 2.4 && fabs(c->angle) < 0.21;
}

static ct_tensor *state_of(const cart *c)
{
	const float state[] = { (float)c->x, (float)c->dx, (float)c->angle, (float)c->turn };

	return CT_F(ct_tensor_from_data, state, CT_FLOAT32, CT_L(4));
}

/* Almost upright. */
static cart cart_new(void)
{
	ct_tensor *start = CT_E(uniform_, CT_E(empty, CT_L(4)), -0.05, 0.05);
	double at[4];

	for (int i = 0; i < 4; i++)
		at[i] = CT_ITEM(CT_E(select_int, start, 0, i));
	return (cart){ at[0], at[1], at[2], at[3] };
}

/* --- learning --------------------------------------------------------------------------------- */

/* Plays until the pole falls; the result is the number of steps. */
static int play(ct_module *net, ct_tensor **log_probs)
{
	cart c = cart_new();
	bool stands = true;
	int n = 0;

	while (stands && n < STEPS_AT_MOST && !ct_expression_failed()) {
		const ct_distribution *policy = CT_DISTRIBUTION(Categorical,
								.logits = CT_M(net, state_of(&c)));
		const ct_tensor *action = CT_F(ct_distribution_sample, policy, CT_L());

		log_probs[n++] = CT_F(ct_distribution_log_prob, policy, action);
		stands = cart_push(&c, CT_ITEM(action) != 0);
	}
	return n;
}

/* What follows each step is its reward, discounted and normalized. */
static ct_tensor *returns_of(int n)
{
	double returns[STEPS_AT_MOST], sum = 0, squares = 0, later = 0;
	float normalized[STEPS_AT_MOST];

	for (int i = n - 1; i >= 0; i--)
		returns[i] = later = 1 + discount * later;
	for (int i = 0; i < n; i++)
		sum += returns[i];
	for (int i = 0; i < n; i++)
		squares += (returns[i] - sum / n) * (returns[i] - sum / n);
	for (int i = 0; i < n; i++)
		normalized[i] = (float)((returns[i] - sum / n) / (sqrt(squares / n) + 1e-6));
	return CT_F(ct_tensor_from_data, normalized, CT_FLOAT32, CT_L(n));
}

static ct_error run(const char *curve)
{
	CT_SCOPE;
	CT_TRY(ct_manual_seed(3));
	ct_module *net = CT_SEQUENTIAL(CT_NN(Linear, 4, 32), CT_NN(Tanh), CT_NN(Linear, 32, 2));
	ct_optimizer *optimizer = CT_OPTIMIZER(SGD, CT_PARAMETERS(net), .lr = rate);
	ct_curves *curves;
	int steps = 0;

	CT_TRY(ct_curves_new(&curves));
	CT_EACH_STEP (episode, 1, EPISODES) {
		ct_tensor *log_probs[STEPS_AT_MOST];
		const int n = play(net, log_probs);
		ct_tensor *gained = CT_E(mul, CT_E(stack, CT_TENSORS_OF(log_probs, n)),
					 returns_of(n));

		CT_TRY(ct_optimizer_minimize(optimizer, CT_E(neg, CT_E(sum, gained))));
		steps += n;
		if (episode % SHOWN)
			continue;
		printf("episode %d: %.3f steps\n", episode, (double)steps / SHOWN);
		CT_TRY(ct_curves_add(curves, "steps", episode, (double)steps / SHOWN));
		steps = 0;
	}
	if (curve)
		CT_TRY(ct_curves_save_svg(curves, curve, NULL));
	return CT_DONE();
}

int main(int argc, char **argv)
{
	CT_CHECK(run(argc > 1 ? argv[1] : NULL));
	return 0;
}
