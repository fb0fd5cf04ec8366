/*
 * serve.c: a network as an HTTP service: it names the pictures that clients send.
 *
 *     serve -n 64 -c 64 -l classes.txt --at /model_state_dict resnet18 pets.pt
 *     curl --data-binary @cat.jpg 'localhost:8080/predict?top=2'
 *     {"predictions": [{"label": "cat", "probability": 0.9713}, {"label": "dog", ...}]}
 *
 * The network is one of torchvision's with a file of weights, or a program that Python exported,
 * which needs no other file:
 *
 *     serve -l classes.txt pets.pt2
 *
 * Threads answer requests at the same time with one copy of the network. It needs libmicrohttpd.
 * The twin in Python is twins/serve.py, which gives the same answers.
 */
#define _GNU_SOURCE
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>
#include <microhttpd.h>

#include <ctorch/ctorch.h>

enum { LARGEST_REQUEST = 16 << 20 };

struct options {
	const char *network;                       /* a name or a file */
	const char *weights, *model, *at, *labels; /* may be NULL */
	int64_t resize, crop, threads;
	uint16_t port;
};

struct service {
	ct_export *program; /* NULL for one of torchvision's models */
	ct_module *net;
	ct_transform *prepare;
	ct_value labels; /* a list of texts */
	int32_t threads; /* that each request computes with */
};

/* --- the network ------------------------------------------------------------------------------ */

/* One class a line. */
static ct_error read_labels(const char *path, ct_value *labels)
{
	FILE *file = fopen(path, "r");
	ct_error error = NULL;
	char *line = NULL;
	size_t room = 0;

	if (file == NULL)
		return ct_error_new(CT_ERROR_RUNTIME, NULL, "cannot open %s", path);
	while (error == NULL && getline(&line, &room, file) > 0) {
		line[strcspn(line, "\n")] = '\0';
		error = ct_value_list_append(labels, ct_value_string(line));
	}
	free(line);
	fclose(file);
	return error;
}

/* The rule that the help states. */
static bool is_exported(const char *network)
{
	const size_t n = strlen(network), end = strlen(".pt2");

	return n > end && strcmp(network + n - end, ".pt2") == 0;
}

/* An exported program has its weights, in whose place others may be loaded. Whether it is in training
 * mode was decided when it was exported. */
static ct_error load_exported(const struct options *o, struct service *service)
{
	const ct_export_load_options which = { .model = o->model };

	CT_TRY(ct_export_load(o->network, &which, &service->program));
	service->net = ct_export_module(service->program);
	return NULL;
}

static ct_error load_named(const struct options *o, struct service *service)
{
	const int64_t classes = ct_value_count(&service->labels);
	const ct_value entries[] = { ct_value_string("num_classes"), ct_value_int(classes) },
		       kwargs = ct_value_dict(entries, classes > 0);

	CT_TRY(ct_models_new(o->network, &kwargs, &service->net));
	return ct_module_eval(service->net);
}

/* What is made belongs to the scope of the caller, but for the program. */
static ct_error load(const struct options *o, struct service *service)
{
	const ct_module_load_options where = { .at = o->at };

	if (o->labels)
		CT_TRY(read_labels(o->labels, &service->labels));
	CT_TRY(is_exported(o->network) ? load_exported(o, service) : load_named(o, service));
	if (o->weights)
		CT_TRY(ct_module_load(service->net, o->weights, &where, NULL));
	service->prepare = CT_COMPOSE(CT_T(Resize, CT_L(o->resize)),
				      CT_T(CenterCrop, CT_L(o->crop)), CT_T(ToTensor),
				      CT_T(Normalize, CT_IMAGENET_MEAN, CT_IMAGENET_STD));
	return CT_DONE();
}

/* A class without a label has its number. */
static json_t *answer(const struct service *service, const int64_t *classes,
		      const float *probabilities, int64_t n)
{
	json_t *list = json_array();

	for (int64_t i = 0; i < n; i++) {
		char number[24];
		const char *label = number;
		ct_value value;

		snprintf(number, sizeof number, "%lld", (long long)classes[i]);
		if (classes[i] < ct_value_count(&service->labels)) { /* so these cannot fail */
			CT_CHECK(ct_value_item(&service->labels, classes[i], &value));
			CT_CHECK(ct_value_as_string(&value, &label, NULL));
		}
		json_array_append_new(list, json_pack("{s:s, s:f}", "label", label, "probability",
						      (double)probabilities[i]));
	}
	return json_pack("{s:o}", "predictions", list);
}

/* The most probable classes of a picture, new: {"predictions": [{"label": ..., ...}]}. Several
 * threads call it at once. */
static ct_error predict(const struct service *service, const void *bytes, size_t n, int64_t top,
			json_t **result)
{
	const ct_image_load_options rgb = { .mode = CT_IMAGE_MODE_RGB };
	ct_tensor *image, *scores, *values, *classes;

	CT_SCOPE;
	CT_INFERENCE_MODE_SCOPE;
	CT_TRY(ct_set_num_threads(service->threads)); /* each thread has a number of its own */
	CT_TRY(ct_image_decode(bytes, (int64_t)n, &rgb, &image));
	CT_TRY(ct_transform_apply(service->prepare, image, NULL, &image));
	scores = CT_E(softmax_int, CT_M(service->net, CT_E(unsqueeze, image, 0)), 1);
	CT_TRY(CT_FINISH(CT_E(select, scores, 0, 0), &scores));
	if (top > ct_tensor_numel(scores))
		top = ct_tensor_numel(scores);
	CT_TRY(CT(topk, &values, &classes, scores, top));
	*result = answer(service, ct_tensor_data(classes), ct_tensor_data(values), top);
	return NULL;
}

/* --- HTTP ------------------------------------------------------------------------------------- */

/* What has arrived of a request's body. */
struct body {
	char *data;
	size_t n;
	bool too_large;
};

static enum MHD_Result send_json(struct MHD_Connection *connection, unsigned status, json_t *json)
{
	char *text = json ? json_dumps(json, JSON_REAL_PRECISION(4)) : NULL;
	struct MHD_Response *response;
	enum MHD_Result sent;

	json_decref(json);
	if (text == NULL)
		return MHD_NO; /* closes the connection */
	response = MHD_create_response_from_buffer(strlen(text), text, MHD_RESPMEM_MUST_FREE);
	MHD_add_response_header(response, "Content-Type", "application/json");
	sent = MHD_queue_response(connection, status, response);
	MHD_destroy_response(response);
	return sent;
}

static enum MHD_Result refuse(struct MHD_Connection *connection, unsigned status, const char *why)
{
	return send_json(connection, status, json_pack("{s:s}", "error", why));
}

static enum MHD_Result answer_picture(struct MHD_Connection *connection,
				      const struct service *service, const struct body *body)
{
	const char *text = MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, "top");
	const int top = text ? atoi(text) : 5;
	json_t *result = NULL;
	enum MHD_Result sent;
	ct_error error;

	if (top < 1)
		return refuse(connection, MHD_HTTP_BAD_REQUEST, "top must be a number from 1");
	error = predict(service, body->data, body->n, top, &result);
	if (error == NULL)
		return send_json(connection, MHD_HTTP_OK, result);
	/* A ValueError is the picture's. */
	sent = refuse(connection,
		      ct_error_class_of(error) == CT_ERROR_VALUE ? MHD_HTTP_BAD_REQUEST
								 : MHD_HTTP_INTERNAL_SERVER_ERROR,
		      error);
	ct_error_free(error);
	return sent;
}

static bool append(struct body *body, const char *data, size_t n)
{
	char *grown;

	if (body->too_large || n > LARGEST_REQUEST - body->n) {
		body->too_large = true; /* the rest is read and dropped */
		return true;
	}
	grown = realloc(body->data, body->n + n);
	if (grown == NULL)
		return false;
	memcpy(grown + body->n, data, n);
	body->data = grown;
	body->n += n;
	return true;
}

/* Called for the header of a request, for each part of its body, and at its end. */
static enum MHD_Result handle(void *context, struct MHD_Connection *connection, const char *url,
			      const char *method, const char *version, const char *data, size_t *n,
			      void **state)
{
	struct body *body = *state;

	(void)version;
	if (body == NULL) {
		*state = calloc(1, sizeof *body);
		return *state ? MHD_YES : MHD_NO;
	}
	if (*n > 0) {
		const size_t arrived = *n;

		*n = 0;
		return append(body, data, arrived) ? MHD_YES : MHD_NO;
	}
	if (strcmp(url, "/predict") != 0)
		return refuse(connection, MHD_HTTP_NOT_FOUND, "POST a picture to /predict");
	if (strcmp(method, "POST") != 0)
		return refuse(connection, MHD_HTTP_METHOD_NOT_ALLOWED, "POST a picture");
	if (body->too_large)
		return refuse(connection, MHD_HTTP_CONTENT_TOO_LARGE,
			      "a picture has at most 16 MiB");
	return answer_picture(connection, context, body);
}

static void end_request(void *context, struct MHD_Connection *connection, void **state,
			enum MHD_RequestTerminationCode why)
{
	struct body *body = *state;

	(void)context;
	(void)connection;
	(void)why;
	if (body)
		free(body->data);
	free(body);
}

/* --- running ---------------------------------------------------------------------------------- */

/* Until a signal. Requests that have begun are answered. */
static ct_error serve(const struct options *o, struct service *service, const sigset_t *signals)
{
	const union MHD_DaemonInfo *info;
	struct MHD_Daemon *daemon;
	int caught;

	daemon = MHD_start_daemon(MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_ERROR_LOG, o->port,
				  NULL, NULL, handle, service, MHD_OPTION_THREAD_POOL_SIZE,
				  (unsigned)o->threads, MHD_OPTION_CONNECTION_TIMEOUT, 30U,
				  MHD_OPTION_NOTIFY_COMPLETED, end_request, NULL, MHD_OPTION_END);
	if (daemon == NULL)
		return ct_error_new(CT_ERROR_RUNTIME, NULL, "cannot listen on port %d", o->port);
	info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
	printf("listening on port %d with %d threads\n", info ? info->port : o->port,
	       (int)o->threads);
	fflush(stdout);
	sigwait(signals, &caught);
	MHD_stop_daemon(daemon);
	printf("stopped\n");
	return NULL;
}

/* The signals that end the service are blocked in all threads, so that sigwait() gets them. */
static ct_error run(const struct options *o)
{
	struct service service = { .labels = ct_value_list_new(), .threads = 1 };
	sigset_t signals;
	ct_error error;

	sigemptyset(&signals);
	sigaddset(&signals, SIGINT);
	sigaddset(&signals, SIGTERM);
	pthread_sigmask(SIG_BLOCK, &signals, NULL);
	CT_SCOPE;
	if (sysconf(_SC_NPROCESSORS_ONLN) > o->threads)
		service.threads = (int32_t)(sysconf(_SC_NPROCESSORS_ONLN) / o->threads);
	error = load(o, &service);
	if (error == NULL)
		error = serve(o, &service, &signals);
	ct_export_free(service.program);
	ct_value_free(&service.labels);
	return error;
}

/* --- the command line ------------------------------------------------------------------------- */

static const char help[] =
	"Usage: serve [OPTION]... NAME WEIGHTS\n"
	"       serve [OPTION]... MODEL.pt2 [WEIGHTS]\n"
	"Answers POST /predict, whose body is a PNG or JPEG, with the most probable classes as JSON;\n"
	"/predict?top=N with N of them (5). Ctrl-C ends it.\n"
	"\n"
	"What ends in .pt2 is a file with a network that Python exported: an archive of\n"
	"torch.export.save(). It has its own weights; WEIGHTS replaces them.\n"
	"\n"
	"Anything else is the NAME of one of torchvision's models, such as resnet18. WEIGHTS has its\n"
	"state dict: a file of torch.save(), of ct_module_save(), or a safetensors file.\n"
	"\n"
	"  -m, --model NAME   the model of a .pt2 with several (default: the only one, or \"model\")\n"
	"  -a, --at PATH      where the state dict is in WEIGHTS, as /model_state_dict in a checkpoint\n"
	"  -l, --labels FILE  the classes, one a line (default: their numbers)\n"
	"  -n, --resize N     pixels of the shorter side at first (256)\n"
	"  -c, --crop N       pixels of the square that the network sees (224)\n"
	"  -p, --port N       0: any free one (8080)\n"
	"  -t, --threads N    requests at the same time (the number of processors)\n"
	"  -h, --help         this text\n";

static int64_t integer(const char *text, int64_t least, int64_t most)
{
	char *end;
	long long value = strtoll(text, &end, 10);

	if (end == text || *end || value < least || value > most) {
		fprintf(stderr, "serve: not a number of %lld to %lld: '%s'\n", (long long)least,
			(long long)most, text);
		exit(2);
	}
	return value;
}

static void set_option(struct options *o, int c, const char *text)
{
	if (c == 'a')
		o->at = text;
	else if (c == 'm')
		o->model = text;
	else if (c == 'l')
		o->labels = text;
	else if (c == 'n')
		o->resize = integer(text, 1, 10000);
	else if (c == 'c')
		o->crop = integer(text, 1, 10000);
	else if (c == 'p')
		o->port = (uint16_t)integer(text, 0, 65535);
	else if (c == 't')
		o->threads = integer(text, 1, 1000);
	else
		exit(c == 'h' ? fputs(help, stdout) < 0 : 2);
}

static void parse(int argc, char **argv, struct options *o)
{
	static const struct option names[] = { { "at", required_argument, NULL, 'a' },
					       { "labels", required_argument, NULL, 'l' },
					       { "model", required_argument, NULL, 'm' },
					       { "resize", required_argument, NULL, 'n' },
					       { "crop", required_argument, NULL, 'c' },
					       { "port", required_argument, NULL, 'p' },
					       { "threads", required_argument, NULL, 't' },
					       { "help", no_argument, NULL, 'h' },
					       { NULL, 0, NULL, 0 } };
	int c;

	while ((c = getopt_long(argc, argv, "a:l:m:n:c:p:t:h", names, NULL)) != -1)
		set_option(o, c, optarg);
	o->network = optind < argc ? argv[optind] : "";
	o->weights = argc - optind == 2 ? argv[optind + 1] : NULL;
	if (argc - optind < 1 || argc - optind > 2 || (!is_exported(o->network) && !o->weights)) {
		fprintf(stderr,
			"serve: expected NAME and WEIGHTS, or MODEL.pt2; see serve --help\n");
		exit(2);
	}
	if (o->model && !is_exported(o->network)) {
		fprintf(stderr, "serve: --model is for a .pt2; see serve --help\n");
		exit(2);
	}
}

int main(int argc, char **argv)
{
	struct options options = {
		.resize = 256, .crop = 224, .port = 8080, .threads = sysconf(_SC_NPROCESSORS_ONLN)
	};

	parse(argc, argv, &options);
	CT_CHECK(run(&options));
	return 0;
}
