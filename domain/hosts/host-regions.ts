/** Regions of game hosts: Cloudflare's location hints, near which objects run, and their center in degrees. */
export const HOST_REGIONS = {
  wnam: { name: "Western North America", latitude: 39, longitude: -119 },
  enam: { name: "Eastern North America", latitude: 40, longitude: -78 },
  sam: { name: "South America", latitude: -20, longitude: -51 },
  weur: { name: "Western Europe", latitude: 49, longitude: 4 },
  eeur: { name: "Eastern Europe", latitude: 50, longitude: 24 },
  me: { name: "Middle East", latitude: 26, longitude: 48 },
  afr: { name: "Africa", latitude: -8, longitude: 25 },
  apac: { name: "Asia-Pacific", latitude: 20, longitude: 115 },
  oc: { name: "Oceania", latitude: -31, longitude: 148 },
} as const;

export type HostRegion = keyof typeof HOST_REGIONS;
export const HOST_REGION_NAMES = Object.keys(HOST_REGIONS) as [HostRegion, ...HostRegion[]];

/** The center of each of Cloudflare's continents, for requests without coordinates. */
const CONTINENTS: Record<string, [latitude: number, longitude: number]> = {
  AF: [2, 21],
  AN: [-80, 0],
  AS: [34, 100],
  EU: [50, 10],
  NA: [40, -100],
  OC: [-25, 135],
  SA: [-15, -60],
};

/** A request's origin as Cloudflare reports it: coordinates as text, a continent's two letters, or nothing. */
export interface RequestOrigin {
  latitude?: unknown;
  longitude?: unknown;
  continent?: unknown;
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** The angle between two points on the globe (haversine formula), which grows with their distance. */
function angle(a: [number, number], b: [number, number]): number {
  const [dLat, dLon] = [radians(b[0] - a[0]), radians(b[1] - a[1])];
  const h =
    Math.sin(dLat / 2) ** 2 + Math.cos(radians(a[0])) * Math.cos(radians(b[0])) * Math.sin(dLon / 2) ** 2;
  return 2 * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** A request's coordinates, or else the center of its continent. */
function pointOf({ latitude, longitude, continent }: RequestOrigin): [number, number] | undefined {
  const coordinates: [number, number] = [
    Number.parseFloat(String(latitude)),
    Number.parseFloat(String(longitude)),
  ];
  return coordinates.every(Number.isFinite) ? coordinates : CONTINENTS[String(continent)];
}

export function nearestRegions(origin: RequestOrigin): HostRegion[] {
  const here = pointOf(origin);
  if (!here) return [...HOST_REGION_NAMES];
  const distance = (name: HostRegion) =>
    angle(here, [HOST_REGIONS[name].latitude, HOST_REGIONS[name].longitude]);
  return [...HOST_REGION_NAMES].sort((a, b) => distance(a) - distance(b));
}

/** The region nearest to a request's origin; null if the origin is unknown. */
export const nearestRegion = (origin: RequestOrigin): HostRegion | null =>
  pointOf(origin) ? (nearestRegions(origin)[0] ?? null) : null;
