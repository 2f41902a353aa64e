import { useQueryClient } from "@tanstack/react-query";
import { CircleAlert, CircleSlash, Gavel, Hand } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { FieldErrors } from "#domain/errors.ts";
import { SUBFORUM_IDS, SUBFORUMS } from "#domain/forums/rules.ts";
import {
  type CaseDetails,
  caseRoute,
  claimCaseRoute,
  decideCaseRoute,
  reportQueueRoute,
} from "#domain/moderation/api.ts";
import { CASE_ACTIONS, type CaseAction } from "#domain/moderation/types.ts";
import { type CaseView, withState, writeCaseView } from "#domain/moderation/view.ts";
import { Person } from "#web/components/person.tsx";
import { messageOf, useAction } from "#web/lib/action.ts";
import { call, ResponseError } from "#web/lib/api.ts";
import { cacheResponse, invalidate, type Target } from "#web/lib/cache.ts";
import { useForm } from "#web/lib/form.ts";
import { queryFor } from "#web/lib/query.ts";
import { serverTime } from "#web/lib/server-clock.ts";
import { useMember } from "#web/lib/user.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { ConfirmModal } from "#web/ui/modal.tsx";
import { Select } from "#web/ui/select.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { type BanLength, banEnd, isFuture } from "../bans/ban-length.ts";
import { BanLengthField } from "../bans/ban-length-field.tsx";
import { ReasonField } from "../bans/reason-field.tsx";
import { caseText as text } from "../text/case.ts";
import { moderationText } from "../text/moderation.ts";
import styles from "./case.module.css";
import { describeDecision } from "./describe-decision.ts";

const RECORDS: readonly Target[] = ["/api/staff/reports/**", "/api/staff/users/**", "/api/staff/appeals"];

/** Sends actions on a case and shows their results. On a conflict it reloads the case and sets `conflict`. */
export function useCaseUpdate(id: number) {
  const client = useQueryClient();
  const [conflict, setConflict] = useState(false);
  return {
    conflict,
    dismissConflict: () => setConflict(false),
    show: (details: CaseDetails) => {
      cacheResponse(client, queryFor(caseRoute, { params: { id } }), { case: details });
      setConflict(false);
      void invalidate(client, ["/api/staff/reports"]);
    },
    /** Runs a request. If another moderator was faster (409), reloads the case and rethrows. */
    send: async <T,>(request: () => Promise<T>): Promise<T> => {
      try {
        return await request();
      } catch (error) {
        if (error instanceof ResponseError && error.status === 409) {
          setConflict(true);
          await invalidate(client, RECORDS);
        }
        throw error;
      }
    },
    invalidate: () => void invalidate(client, RECORDS),
  };
}

/** Opens the next case of the queue the moderator came from, or the queue itself if none is left. */
export function useNextCase(id: number, view: CaseView): () => Promise<void> {
  const navigate = useNavigate();
  const me = useMember().id;
  return async () => {
    const queue = withState(view, view.state === "decided" ? "open" : view.state);
    const back = `/staff/reports${writeCaseView(queue)}`;
    // If the queue can't be loaded, its page shows the error.
    const list = await call(reportQueueRoute, { input: queue }).catch(() => null);
    const next = list?.data.find((card) => card.id !== id && (card.claimed_by?.id ?? me) === me);
    if (list && !next) toast(text.allDone, { tone: "good" });
    await navigate(next ? `/staff/reports/${next.id}${writeCaseView(queue)}` : back);
  };
}

interface CaseActionProps {
  details: CaseDetails;
  update: ReturnType<typeof useCaseUpdate>;
}

export function ClaimButton({ details, update }: CaseActionProps) {
  const { id: me } = useMember();
  const { id, claimed_by: holder } = details;
  const isMine = holder?.id === me;
  const action = useAction(
    () => update.send(() => call(claimCaseRoute, { params: { id }, input: { claim: !isMine } })),
    { onDone: (response) => update.show(response.case), errors: "toast" },
  );
  return (
    <div className={styles.claim}>
      {isMine && <span className={styles.muted}>{moderationText.claimedByYou}</span>}
      {holder && !isMine && (
        <span className={styles.muted}>
          {moderationText.claimedBy} <Person person={holder} />
        </span>
      )}
      <Button icon={Hand} busy={action.busy} onClick={() => action.run()}>
        {isMine ? text.release : holder ? text.takeOver : text.claim}
      </Button>
    </div>
  );
}

interface DismissButtonProps extends CaseActionProps {
  /** Another decision is being sent. */
  busy: boolean;
  onDone: () => Promise<void>;
}

function DismissButton({ details: { id, reports_count }, update, busy, onDone }: DismissButtonProps) {
  const action = useAction(
    () => update.send(() => call(decideCaseRoute, { params: { id }, input: { acts: [] } })),
    {
      toast: messageOf,
      onDone: (response) => {
        update.show(response.case);
        return onDone();
      },
      errors: "toast",
    },
  );
  return (
    <div className={styles.dismiss}>
      <Button
        icon={CircleSlash}
        busy={action.busy}
        aria-disabled={busy}
        onClick={() => busy || action.run()}
        full
      >
        {text.dismiss}
      </Button>
      <p className={styles.muted}>{text.dismissHint(reports_count)}</p>
    </div>
  );
}

interface CaseActionChoiceProps {
  details: CaseDetails;
  actions: readonly CaseAction[];
  onChange: (actions: readonly CaseAction[]) => void;
  errors: string[] | undefined;
}

function CaseActionChoice({ details, actions, onChange, errors = [] }: CaseActionChoiceProps) {
  const { can, type, user } = details;
  const offered = CASE_ACTIONS.filter((action) => can.includes(action));
  const isBad = errors.length > 0 && actions.length === 0;
  return (
    <fieldset className={styles.actions}>
      <legend className="sr-only">{text.decide}</legend>
      {offered.map((action) => (
        <Checkbox
          key={action}
          label={text.actions[action](type, user.username)}
          hint={text.hints[action](type)}
          checked={actions.includes(action)}
          aria-invalid={isBad || undefined}
          onChange={(on) => onChange(on ? [...actions, action] : actions.filter((other) => other !== action))}
        />
      ))}
      <div aria-live="polite">
        {isBad && (
          <p className={styles.error}>
            <CircleAlert aria-hidden />
            {errors[0]}
          </p>
        )}
      </div>
    </fieldset>
  );
}

const SUBFORUM_OPTIONS = SUBFORUM_IDS.map((id) => ({ value: String(id), label: SUBFORUMS[id].name }));

interface DecideFormProps extends CaseActionProps {
  onDone: () => Promise<void>;
}

export function DecideForm({ details, update, onDone }: DecideFormProps) {
  const { id, type, user, can, reports_count, claimed_by, subject } = details;
  const { username } = user;
  const me = useMember().id;
  const [actions, setActions] = useState<readonly CaseAction[]>([]);
  const [length, setLength] = useState<BanLength>("week");
  const [subforum, setSubforum] = useState("1");
  const [isConfirming, setConfirming] = useState(false);
  const isConfirmed = useRef(false);
  const has = (action: CaseAction) => actions.includes(action);

  const form = useForm(decideCaseRoute, {
    read: ({ reason = "", until = "" }) => ({
      acts: [...actions],
      reason: String(reason),
      ...(has("ban") && { until: banEnd(length, String(until), serverTime()) }),
      ...(has("move") && { subforum_id: Number(subforum) }),
    }),
    check: ({ reason = "", until }): FieldErrors => ({
      ...(actions.length === 0 && { acts: [text.actionNeeded] }),
      ...((has("warn") || has("ban")) && !reason.trim() && { reason: [text.reasonNeeded] }),
      ...(!isFuture(until, serverTime()) && { until: [moderationText.ban.dayNeeded] }),
    }),
    send: (input) => update.send(() => call(decideCaseRoute, { params: { id }, input })),
    toast: messageOf,
    onDone: (response) => {
      update.show(response.case);
      update.invalidate();
      void onDone();
    },
  });
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const reason = String(new FormData(event.currentTarget).get("reason") ?? "");
    if (has("ban") && length === "ever" && reason.trim() && !isConfirmed.current) {
      event.preventDefault();
      setConfirming(true);
    } else form.props.onSubmit(event);
    isConfirmed.current = false;
  };
  const confirmBan = () => {
    setConfirming(false);
    isConfirmed.current = true;
    form.props.ref.current?.requestSubmit();
  };

  return (
    <Card className={styles.panel}>
      <h2>{text.decide}</h2>
      {claimed_by && claimed_by.id !== me && (
        <Banner tone="notice">{text.claimed(claimed_by.username)}</Banner>
      )}
      {form.failure && form.code !== "conflict" && <Banner onDismiss={form.dismiss}>{form.failure}</Banner>}
      {can.length === 0 ? (
        <p>{text.nothingToDo}</p>
      ) : (
        <form {...form.props} onSubmit={onSubmit} className={styles.form}>
          <CaseActionChoice
            details={details}
            actions={actions}
            onChange={setActions}
            errors={form.errors.acts}
          />
          {!subject.can_punish && <p className={styles.muted}>{text.untouchable}</p>}
          {has("move") && (
            <Select
              label={text.subforum}
              name="subforum_id"
              options={SUBFORUM_OPTIONS}
              value={subforum}
              onChange={setSubforum}
              errors={form.errors.subforum_id}
            />
          )}
          {has("ban") && <BanLengthField length={length} onChange={setLength} errors={form.errors.until} />}
          <ReasonField hint={text.reasonHint(username)} errors={form.errors.reason} />
          <p className={styles.plan} role="status">
            {describeDecision({
              type,
              username,
              actions,
              length: moderationText.ban.spans[length],
              subforum: SUBFORUMS[SUBFORUM_IDS.find((value) => String(value) === subforum) ?? 1].name,
              reporters: reports_count,
            })}
          </p>
          <Button
            type="submit"
            variant={has("ban") ? "danger" : "primary"}
            icon={Gavel}
            busy={form.busy}
            full
          >
            {text.submit}
          </Button>
        </form>
      )}
      <DismissButton details={details} update={update} busy={form.busy} onDone={onDone} />
      <ConfirmModal
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title={text.sureTitle(username)}
        text={text.sure}
        action={text.sureAction(username)}
        onConfirm={confirmBan}
      />
    </Card>
  );
}
