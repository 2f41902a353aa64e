import { PHYSICS } from "#domain/sim/index.ts";
import { serializeWorld } from "#domain/world/parse-world.ts";
import type { World } from "#domain/world/schema.ts";

/** A form with these fields. */
export function formOf(fields: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (value instanceof Blob) form.set(name, value, value instanceof File ? value.name : name);
    else form.set(name, String(value));
  return form;
}

/** The form of a new level. */
export const worldForm = (title: string, world: World): FormData =>
  formOf({ title, file: new File([serializeWorld(world)], "level.json") });

interface RunFields {
  key: string;
  log: Uint8Array<ArrayBuffer>;
  startTick?: number;
  ticks?: number;
}

/** The form of a run. By default its `ticks` is a lie, because the site must not believe it. */
export const runForm = ({ key, log, startTick = 0, ticks = 1 }: RunFields): FormData =>
  formOf({
    ...{ revision: 1, physics: PHYSICS, ticks, start_tick: startTick, key },
    log: new File([log], "run.log"),
  });
