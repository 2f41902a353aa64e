import type { Edit } from "#domain/build/edit.ts";
import type { BlockPart } from "#domain/build/part.ts";
import type { Vec3 } from "#domain/world/schema.ts";
import { BuildBot } from "../client/build-bot.ts";
import type { Member } from "../client/crowd.ts";
import { SocketTraffic } from "../client/site-socket.ts";
import type { Random } from "../seed/content/random.ts";

/** The share of each edit in building: most of it is moving things until they fit. */
const MIX = [
  ["place", 0.2],
  ["move", 0.4],
  ["scale", 0.12],
  ["turn", 0.08],
  ["paint", 0.12],
  ["delete", 0.08],
] as const;
export type EditKind = (typeof MIX)[number][0];

const COLORS = ["f99205", "6cc551", "3fb7e8", "f94144", "7b5ea7", "a7a3a0"];
const MATERIALS = ["wood", "stone", "grass", "plastic", "brick", "ice"] as const;

function chooseKind(random: Random): EditKind {
  let rest = random.next();
  for (const [kind, share] of MIX) {
    rest -= share;
    if (rest < 0) return kind;
  }
  return "move";
}

/** On the grid of one unit, within a level's middle. */
const position = (random: Random): Vec3 => [random.int(-120, 120), random.int(0, 60), random.int(-120, 120)];

/** An edit as people make it with handles and the grid. Places something if nothing is there. */
export function typicalEdit(bot: BuildBot, own: string[], random: Random): { kind: EditKind; edit: Edit } {
  const kind = own.length < 5 ? "place" : chooseKind(random);
  const id = own.length > 0 ? random.pick(own) : "";
  const set = (fields: NonNullable<Edit["set"]>[number][1]) => ({
    kind,
    edit: { set: [[id, fields]] } as Edit,
  });
  switch (kind) {
    case "place": {
      const fresh = bot.newId();
      own.push(fresh);
      const part: BlockPart = {
        kind: "block",
        shape: "box",
        position: position(random),
        size: [4, 1, 4],
        color: random.pick(COLORS),
      };
      return { kind, edit: { add: [[fresh, part]] } };
    }
    case "move":
      return set({ position: position(random) });
    case "scale":
      return set({
        size: [random.int(1, 16), random.int(1, 8), random.int(1, 16)],
        position: position(random),
      });
    case "turn":
      return set({ rotation: [0, random.int(1, 23) * 15 - 180, 0] });
    case "paint":
      return set({ color: random.pick(COLORS), material: random.pick(MATERIALS) });
    case "delete":
      own.splice(own.indexOf(id), 1);
      return { kind, edit: { del: [id] } };
  }
}

/** Makes a level of the first member, with the others as its editors. Returns its id. */
export async function makeSharedLevel([creator, ...editors]: readonly Member[]): Promise<number> {
  if (!creator) throw new Error("A level needs a creator.");
  const { level_id } = await creator.post<{ level_id: number }>("/api/builds", {
    title: "Built together",
    start: "empty",
  });
  for (const editor of editors) {
    await creator.post(`/api/buddy/${editor.name}/request`);
    await editor.post(`/api/buddy/${creator.name}/accept`);
    await creator.post(`/api/builds/${level_id}/editors`, { user_id: editor.id });
  }
  return level_id;
}

/** Lets members build a level of the first of them. Their sockets are counted. */
export async function joinSharedLevel(members: readonly Member[], traffic = new SocketTraffic()) {
  const level = await makeSharedLevel(members);
  const bots = members.map((member) => {
    const openSocket = (path: string) => member.openSocket(path, { traffic });
    return new BuildBot({ get: member.get.bind(member), openSocket }, level);
  });
  for (const bot of bots) await bot.join();
  return { level, bots };
}
