/** The calls of a bucket that it needs. */
interface Bucket {
  list(): Promise<{ objects: { key: string }[]; truncated: boolean }>;
  delete(keys: string[]): Promise<void>;
}

/** A worker that `emptyBucket` deploys for a moment, because wrangler can't list the files of a bucket. */
const bucketSweeper = {
  /** Deletes files. Responds with whether some are left. */
  async fetch(request: Request, env: { BUCKET: Bucket; SECRET: string }): Promise<Response> {
    if (!env.SECRET || request.headers.get("Authorization") !== `Bearer ${env.SECRET}`)
      return new Response(null, { status: 401 });
    const { objects, truncated } = await env.BUCKET.list();
    await env.BUCKET.delete(objects.map(({ key }) => key));
    return Response.json({ truncated });
  },
};

export default bucketSweeper;
