import { Check, X } from "lucide-react";
import { useEffect, useState } from "react";
import type { BuildDocument } from "#domain/build/document.ts";
import type { PartId } from "#domain/build/ids.ts";
import type { BlockPart } from "#domain/build/part.ts";
import { useTimeout } from "#web/lib/use-timeout.ts";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { useBuilder, useDevice } from "../builder-context.ts";
import { builderGuideText as text } from "../text/builder-guide.ts";
import styles from "./guide-card.module.css";

export const GUIDE_STEPS = ["place", "move", "paint", "star", "goal", "test"] as const;
type GuideStep = (typeof GUIDE_STEPS)[number];

export function guideStart(document: BuildDocument) {
  const blocks = new Map<PartId, BlockPart>();
  for (const [id, part] of document.entries()) if (part.kind === "block") blocks.set(id, part);
  return { stars: document.count("star"), hasGoal: document.hasGoal, blocks };
}

function hasBlock(
  document: BuildDocument,
  ids: Iterable<PartId>,
  fits: (block: BlockPart, id: PartId) => boolean,
): boolean {
  for (const id of ids) {
    const part = document.get(id);
    if (part?.kind === "block" && fits(part, id)) return true;
  }
  return false;
}

const hasOtherPlace = (before: BlockPart, now: BlockPart): boolean =>
  before.position.join() !== now.position.join();
const hasOtherLook = (before: BlockPart, now: BlockPart): boolean =>
  before.color !== now.color || before.material !== now.material;

/** Whether a step is done. `ids` are the parts that have changed since it began. */
export function isStepDone(
  step: GuideStep,
  start: ReturnType<typeof guideStart>,
  now: { document: BuildDocument; ids: Iterable<PartId>; isTesting: boolean },
): boolean {
  const { document, ids, isTesting } = now;
  const changed = (differs: (before: BlockPart, now: BlockPart) => boolean) =>
    hasBlock(document, ids, (block, id) => {
      const before = start.blocks.get(id);
      return before !== undefined && differs(before, block);
    });
  switch (step) {
    case "place":
      return hasBlock(document, ids, (_, id) => !start.blocks.has(id));
    case "move":
      return changed(hasOtherPlace);
    case "paint":
      return changed(hasOtherLook);
    case "star":
      return document.count("star") > start.stars;
    case "goal":
      return document.hasGoal;
    case "test":
      return isTesting;
  }
}

/** Done steps stay this long, so the check mark is seen. */
const DONE_MS = 1_200;

export interface GuideCardProps {
  isHidden: boolean;
  /** The guide is over, or was skipped. */
  onClose: () => void;
}

function useSteps() {
  const { editor, session } = useBuilder();
  const [index, setIndex] = useState(0);
  const [done, setDone] = useState<GuideStep | null>(null);
  const step = GUIDE_STEPS[index];
  const isDone = step !== undefined && done === step;
  useEffect(() => {
    if (!step) return;
    const { model } = session;
    let start = guideStart(model.document);
    const ids = new Set<PartId>();
    const check = () => {
      const { isTesting } = editor.state.get();
      if (isStepDone(step, start, { document: model.document, ids, isTesting })) setDone(step);
    };
    check();
    const stopModel = model.onChange((changed) => {
      // Another document: the step begins again with it.
      if (changed === null) start = guideStart(model.document);
      else for (const id of changed) ids.add(id);
      check();
    });
    const stopEditor = editor.state.subscribe(check);
    return () => {
      stopModel();
      stopEditor();
    };
  }, [step, session, editor]);
  useTimeout(() => setIndex((before) => before + 1), done ? DONE_MS : null, done);
  return { step, index, isDone, skip: () => setIndex(index + 1) };
}

/** Six steps that show how to build. Each is checked off when it's done. */
export default function GuideCard({ isHidden, onClose }: GuideCardProps) {
  const { step, index, isDone, skip } = useSteps();
  const device = useDevice();
  return (
    <section className={styles.card} aria-label={text.title} hidden={isHidden} data-guide={step ?? "done"}>
      <div className={styles.head}>
        <span>{step ? text.step(index + 1, GUIDE_STEPS.length) : text.title}</span>
        <IconButton icon={X} label={text.skip} onClick={onClose} />
      </div>
      <div role="status">
        {step ? (
          <>
            <h2 className={cx(styles.title, isDone && styles.done)}>
              {isDone && <Check aria-hidden />}
              {text.steps[step].title}
              {isDone && <span className="sr-only">: {text.checked}</span>}
            </h2>
            <p>{text.steps[step][device]}</p>
          </>
        ) : (
          <h2 className={styles.title}>{text.done}</h2>
        )}
      </div>
      <div className={styles.foot}>
        {step ? (
          <Button size="s" variant="quiet" onClick={skip}>
            {text.next}
          </Button>
        ) : (
          <Button size="s" variant="primary" onClick={onClose}>
            {text.finish}
          </Button>
        )}
      </div>
      <div className={styles.dots} aria-hidden>
        {GUIDE_STEPS.map((one, i) => (
          <i key={one} className={cx(i < index && styles.past, i === index && styles.current)} />
        ))}
      </div>
    </section>
  );
}
