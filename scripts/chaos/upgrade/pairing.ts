import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { node, root } from "../../run-script.mjs";
import type { SiteBuilds } from "../../site/site.ts";

const CHILD = join(root, "tests/upgrades/pairing-child.ts");

/** A user and their role, which the next pairing signs in again. */
export interface Person {
  id: number;
  username: string;
  role: "member" | "moderator";
}

/** Data that earlier pairings have written, with the objects of either version. */
export interface CarriedState {
  people: Record<"ann" | "ben" | "mod", Person>;
  level: number;
  draft: number;
  /** The messages between Ann and Ben, oldest first. */
  messages: string[];
  /** Blocks in the draft. */
  blocks: number;
  /** The newest notifications of both. */
  notifications: Record<"ann" | "ben", string>;
  /** The last cursor of Ann's live socket. */
  cursor: string | null;
}

/** Requests to the site and their results. */
export interface Traffic {
  requests: number;
  /** Responses of 500 and more, and requests without a response. */
  failures: string[];
}

/** A worker of one version with Durable Objects of another, and the pages that use it. */
export interface Pairing {
  /** Without dots, which look like links in chats: "old worker and new objects". */
  name: string;
  /** Its number on this state. */
  round: number;
  state: string;
  builds: SiteBuilds;
  /** The folders of the versions whose pages and endpoint tables run, the worker's own first. */
  pages: { name: string; folder: string }[];
  /** The traces of earlier pairings in the state. */
  carried: CarriedState | null;
}

export interface PairingResult extends Traffic {
  /** Lines of the worker's log at level "error". */
  errors: string[];
  /** Steps and calls that went wrong. */
  wrong: string[];
  carried: CarriedState | null;
}

/** Runs a pairing in a process of its own, because modules are loaded once and each version has its own. */
export async function runPairing(pairing: Pairing): Promise<PairingResult> {
  const child = spawn(node, ["--disable-warning=ExperimentalWarning", CHILD, JSON.stringify(pairing)], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const stop = () => child.kill();
  process.on("exit", stop);
  let result: PairingResult | undefined;
  child.on("message", (message) => {
    result = message as PairingResult;
  });
  const [code] = await once(child, "exit");
  process.off("exit", stop);
  if (!result) throw new Error(`The pairing ended without a result (${code}).`);
  return result;
}
