import { type HostRegion, nearestRegion } from "#domain/hosts/host-regions.ts";

/** The region nearest to the sender of a request, as Cloudflare reports it; null elsewhere. */
export const requestRegion = (request: Request): HostRegion | null =>
  nearestRegion((request.cf ?? {}) as Record<string, unknown>);
