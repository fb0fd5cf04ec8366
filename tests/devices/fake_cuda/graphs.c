/* graphs.c: captured graphs: their work in the order of the capture. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

struct CUuserObject_st {
	void *data;
	cudaHostFn_t destroy;
	unsigned references;
};

struct retained {
	cudaUserObject_t object;
	unsigned count;
};

/* A graph, or an instance of one: the same here. */
struct CUgraph_st {
	struct CUgraphNode_st **nodes;
	size_t node_count;
	struct retained *objects;
	size_t object_count;
};

static void *grown(void *list, size_t count, size_t size)
{
	list = realloc(list, count * size);
	if (!list)
		abort();
	return list;
}

struct CUgraph_st *fake_graph_new(void)
{
	return memset(grown(NULL, 1, sizeof(struct CUgraph_st)), 0, sizeof(struct CUgraph_st));
}

void fake_graph_add(struct CUgraph_st *graph, const struct CUgraphNode_st *node)
{
	struct CUgraphNode_st *own = grown(NULL, 1, sizeof *own);

	*own = *node;
	graph->nodes = grown(graph->nodes, graph->node_count + 1, sizeof *graph->nodes);
	graph->nodes[graph->node_count++] = own;
}

static void drop_references(cudaUserObject_t object, unsigned count)
{
	object->references -= count;
	if (object->references == 0) {
		object->destroy(object->data);
		free(object);
	}
}

static void free_graph(struct CUgraph_st *graph)
{
	for (size_t i = 0; i < graph->node_count; i++)
		free(graph->nodes[i]);
	for (size_t i = 0; i < graph->object_count; i++)
		drop_references(graph->objects[i].object, graph->objects[i].count);
	free(graph->nodes);
	free(graph->objects);
	free(graph);
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph)
{
	free_graph(graph);
	return fake_result(fake_enter());
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count)
{
	if (nodes) {
		if (*count > graph->node_count)
			*count = graph->node_count;
		memcpy(nodes, graph->nodes, *count * sizeof *nodes);
	} else {
		*count = graph->node_count;
	}
	return fake_result(fake_enter());
}

/* Each node follows the one before it; which that is PyTorch asks only for messages. */
cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *dependencies,
					 cudaGraphEdgeData *edges, size_t *count)
{
	(void)node, (void)dependencies, (void)edges;
	*count = 0;
	return fake_result(fake_enter());
}

/* The nodes without edges. */
cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char *path, unsigned flags)
{
	FILE *file = fopen(path, "w");

	(void)flags;
	if (!file)
		return fake_result(cudaErrorOperatingSystem);
	fputs("digraph dot {\n", file);
	for (size_t i = 0; i < graph->node_count; i++)
		fprintf(file, "\tnode_%zu;\n", i);
	fputs("}\n", file);
	return fake_result(fclose(file) ? cudaErrorOperatingSystem : fake_enter());
}

/* --- objects that live as long as a graph ------------------------------------------------------ */

cudaError_t cudaUserObjectCreate(cudaUserObject_t *object, void *data, cudaHostFn_t destroy,
				 unsigned references, unsigned flags)
{
	(void)flags;
	*object = grown(NULL, 1, sizeof **object);
	**object = (struct CUuserObject_st){ data, destroy, references };
	return fake_result(fake_enter());
}

cudaError_t cudaUserObjectRelease(cudaUserObject_t object, unsigned count)
{
	drop_references(object, count);
	return fake_result(fake_enter());
}

static void retain(struct CUgraph_st *graph, cudaUserObject_t object, unsigned count)
{
	graph->objects = grown(graph->objects, graph->object_count + 1, sizeof *graph->objects);
	graph->objects[graph->object_count++] = (struct retained){ object, count };
}

cudaError_t cudaGraphRetainUserObject(cudaGraph_t graph, cudaUserObject_t object, unsigned count,
				      unsigned flags)
{
	if (!(flags & cudaGraphUserObjectMove))
		object->references += count;
	retain(graph, object, count);
	return fake_result(fake_enter());
}

/* --- instances --------------------------------------------------------------------------------- */

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *result, cudaGraph_t graph,
				 unsigned long long flags)
{
	struct CUgraph_st *instance;
	cudaError_t error = fake_enter();

	(void)flags;
	if (error)
		return fake_result(error);
	instance = fake_graph_new();
	for (size_t i = 0; i < graph->node_count; i++)
		fake_graph_add(instance, graph->nodes[i]);
	for (size_t i = 0; i < graph->object_count; i++) {
		graph->objects[i].object->references += graph->objects[i].count;
		retain(instance, graph->objects[i].object, graph->objects[i].count);
	}
	*result = (cudaGraphExec_t)instance;
	return cudaSuccess;
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *result, cudaGraph_t graph,
					  unsigned long long flags)
{
	return cudaGraphInstantiate(result, graph, flags);
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t instance)
{
	free_graph((struct CUgraph_st *)instance);
	return fake_result(fake_enter());
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t instance, cudaStream_t stream)
{
	const struct CUgraph_st *graph = (const struct CUgraph_st *)instance;
	cudaError_t error = fake_enter();

	if (!error && fake_stream(stream)->capture) /* a graph within a graph */
		error = (cudaError_t)fake_refuse(__func__, cudaErrorNotSupported);
	if (error)
		return fake_result(error);
	fake_add(fake_cuda_graph_launches);
	fake_log("launch graph: %zu", graph->node_count);
	for (size_t i = 0; i < graph->node_count; i++) {
		fake_run(graph->nodes[i]);
		fake_add(fake_cuda_replayed);
	}
	return cudaSuccess;
}
