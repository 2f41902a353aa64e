import { readReceipt } from "#domain/room/frames.ts";
import { PHYSICS, physicsFor } from "#domain/sim/index.ts";
import { makeCourse } from "#domain/sim/v1/course.ts";
import { simFloor, simWorld } from "#tests/support/sim-worlds.ts";
import { receiptRunner } from "#web/game/room/run-sender.ts";
import { type ReceiptScope, Receipts, restoreRunner } from "#worker/room/receipts.ts";
import { RoomRun } from "#worker/room/room-run.ts";

const SCOPE: ReceiptScope = { user: 1, level: 2, revision: 3, physics: 1, epoch: 4 };
const physics = physicsFor(PHYSICS);
if (!physics) throw new Error("No physics");
const course = makeCourse(simWorld([simFloor(0, 40)]));

/** A receipt of a run of one second. */
const makeReceipt = (receipts: Receipts): Uint8Array => {
  const run = RoomRun.begin(physics, course, 100, 0);
  run.push(0, 60);
  const frame = receipts.make(SCOPE, run);
  if (!frame) throw new Error("No receipt");
  return frame;
};

describe("a receipt", () => {
  const receipts = new Receipts("secret", 7);

  test.each(Object.keys(SCOPE) as (keyof ReceiptScope)[])("is bound to this alone: %s", (field) => {
    const bytes = makeReceipt(receipts);
    expect(receipts.check(SCOPE, bytes)).toMatchObject({
      tick: 160,
      startTick: 100,
      instance: 7,
      isOwn: true,
    });
    expect(receipts.check({ ...SCOPE, [field]: SCOPE[field] + 1 }, bytes)).toBeNull();
  });

  test("is bound to the secret, another room's after a restart, and restores its runner at its own tick, also on the page", () => {
    const bytes = makeReceipt(receipts);
    expect(new Receipts("another secret", 0).check(SCOPE, bytes)).toBeNull();
    expect(new Receipts("secret", 0).check(SCOPE, bytes)).toMatchObject({ isOwn: false });
    const receipt = receipts.check(SCOPE, makeReceipt(receipts));
    if (!receipt) throw new Error("Refused");
    expect(restoreRunner(course, receipt)?.tick).toBe(160);
    expect(restoreRunner(course, { ...receipt, tick: 161 })).toBeNull();
    const ownPart = readReceipt(makeReceipt(receipts));
    expect(ownPart && receiptRunner(ownPart, physics, course)?.tick).toBe(160);
  });
});
