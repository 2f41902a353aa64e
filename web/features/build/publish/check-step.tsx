import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX, Hourglass, type LucideIcon, Play } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import type { OutputOf } from "#domain/api/route.ts";
import { buildStateRoute } from "#domain/build/publishing/api.ts";
import { VISIBILITIES, type Visibility } from "#domain/levels/rules.ts";
import { queryFor } from "#web/lib/query.ts";
import { createStore, type Store } from "#web/lib/store.ts";
import { Button } from "#web/ui/button.tsx";
import { SegmentedControl } from "#web/ui/checkbox.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { QueryError } from "#web/ui/states.tsx";
import { useBuilder, useSessionState, useStore } from "../builder-context.ts";
import type { ProofState } from "../test/submit-proof.ts";
import { builderPublishText as text } from "../text/builder-publish.ts";
import styles from "./publish-modal.module.css";

type BuildState = OutputOf<typeof buildStateRoute>;

/** Whether a level in this state can be published. A private one needs no clear. */
export const canPublishState = (
  { problems, clearable, cleared }: Pick<BuildState, "problems" | "clearable" | "cleared">,
  visibility: Visibility,
): boolean => problems.length === 0 && (visibility === "private" || !clearable || cleared);

/** Pause after a change by someone else until the state is fetched again. */
const PAUSE_MS = 1_000;

/** Whether the level can be published, as the server sees it. Fetched once all changes are stored, and again after each check. */
export function useBuildState(): UseQueryResult<BuildState> {
  const { build, session } = useBuilder();
  const isSaved = useSessionState((state) => state.unsaved === 0);
  const query = useQuery({
    ...queryFor(buildStateRoute, { params: { id: build.level.id } }),
    staleTime: 0,
    // A state from before the last changes is of no use.
    gcTime: 0,
    enabled: isSaved,
  });
  const { refetch } = query;
  useEffect(() => session.onNotice(() => void refetch()), [session, refetch]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = session.model.onChange(() => {
      clearTimeout(timer);
      timer = setTimeout(() => void refetch(), PAUSE_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [session, refetch]);
  return query;
}

const VISIBILITY_OPTIONS = VISIBILITIES.map((value) => ({ value, label: text.visibilities[value] }));
const NOT_PLAYED = createStore<ProofState>({ at: "playing" });

interface LineProps {
  icon: LucideIcon;
  tone: "good" | "bad" | "busy";
  children: ReactNode;
}

function Line({ icon: Icon, tone, children }: LineProps) {
  return (
    <div className={styles.line} data-tone={tone}>
      <Icon aria-hidden />
      <div>{children}</div>
    </div>
  );
}

interface ClearLineProps {
  cleared: boolean;
  check: ProofState;
  onProof: () => void;
}

function ClearLine({ cleared, check, onProof }: ClearLineProps) {
  if (cleared) {
    return (
      <Line icon={CircleCheck} tone="good">
        {text.cleared}
      </Line>
    );
  }
  if (check.at === "checking") {
    return (
      <Line icon={Hourglass} tone="busy">
        {text.checking}
      </Line>
    );
  }
  const wasRefused = check.at === "refused" || check.at === "failed";
  return (
    <>
      {wasRefused && (
        <Line icon={CircleX} tone="bad">
          {text.refused(check.reason)}
        </Line>
      )}
      <div className={styles.proof}>
        <strong>{text.needsClear}</strong>
        <p>{text.needsClearText}</p>
        <Button variant="play" icon={Play} onClick={onProof}>
          {wasRefused ? text.again : text.prove}
        </Button>
      </div>
    </>
  );
}

function Problems({ problems }: { problems: readonly string[] }) {
  return (
    <div role="alert">
      <Line icon={CircleX} tone="bad">
        <strong>{text.problems(problems.length)}</strong>
        <ul>
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      </Line>
    </div>
  );
}

export interface CheckStepProps {
  state: UseQueryResult<BuildState>;
  check: Store<ProofState> | null;
  visibility: Visibility;
  /** Null for those who can't publish. */
  onVisibility: ((visibility: Visibility) => void) | null;
  onProof: () => void;
}

export function CheckStep({ state, check, visibility, onVisibility, onProof }: CheckStepProps) {
  const { data } = state;
  const checked = useStore(check ?? NOT_PLAYED);
  const isSaved = useSessionState(({ unsaved }) => unsaved === 0);
  return (
    <div className={styles.step}>
      {onVisibility && (
        <SegmentedControl
          label={text.visibility}
          options={VISIBILITY_OPTIONS}
          value={visibility}
          onChange={onVisibility}
        />
      )}
      <div className={styles.step} aria-live="polite">
        <QueryError query={state} />
        {!data && !state.isError && (isSaved ? <Skeleton height={120} /> : <p>{text.waiting}</p>)}
        {data && data.problems.length > 0 && <Problems problems={data.problems} />}
        {data && visibility === "private" && <p className={styles.note}>{text.privateText}</p>}
        {data && visibility === "public" && !data.clearable && (
          <Line icon={CircleCheck} tone="good">
            {text.noClear}
          </Line>
        )}
        {data && visibility === "public" && data.clearable && (
          <ClearLine cleared={data.cleared} check={checked} onProof={onProof} />
        )}
        {data?.published && <p className={styles.note}>{text.isPublished}</p>}
      </div>
    </div>
  );
}
