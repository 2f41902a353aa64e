/** The least a worker can do: what any answer is measured against. */
export default {
  fetch: (): Response => new Response("hello"),
};
