import type { HostRegion } from "#domain/hosts/host-regions.ts";
import type { BackedUpObject } from "../objects/backup-api.ts";
import type { ObjectKind } from "./export-state.ts";

/** Returns an object that's backed up. A restore creates it near `home`. */
export function objectStub(
  env: Env,
  kind: ObjectKind,
  name: string,
  home?: HostRegion | null,
): BackedUpObject {
  const namespaces = {
    ids: env.IDS,
    hub: env.USER_HUB,
    conversation: env.CONVERSATION,
    host: env.GAME_HOST,
    build: env.LEVEL_BUILD,
  };
  return (namespaces[kind] as DurableObjectNamespace<BackedUpObject & Rpc.DurableObjectBranded>).getByName(
    name,
    home ? { locationHint: home } : undefined,
  );
}
