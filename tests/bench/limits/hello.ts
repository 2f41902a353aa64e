/** The minimal worker, as the baseline for every response. */
const hello = {
  fetch: (): Response => new Response("hello"),
};

export default hello;
