import { Gavel } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import type { FieldErrors } from "#domain/errors.ts";
import { SUBFORUM_IDS, SUBFORUMS } from "#domain/forums/rules.ts";
import { decideCaseRoute } from "#domain/moderation/api.ts";
import type { CaseAct } from "#domain/moderation/types.ts";
import { call } from "#web/lib/api.ts";
import { useForm } from "#web/lib/form.ts";
import { toastThen } from "#web/lib/toast-mutation.ts";
import { useMember } from "#web/lib/user.ts";
import { caseText as text } from "#web/text/cases.ts";
import { moderationText } from "#web/text/moderation.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Confirm } from "#web/ui/modal.tsx";
import { Select } from "#web/ui/select.tsx";
import { ActChoice } from "./act-choice.tsx";
import styles from "./case.module.css";
import type { CaseActProps } from "./claim-button.tsx";
import { DismissButton } from "./dismiss-button.tsx";
import { LengthField } from "./length-field.tsx";
import { isToCome, type Length, untilOf } from "./lengths.ts";
import { planOf } from "./plan.ts";
import { ReasonField } from "./reason-field.tsx";

const PLACES = SUBFORUM_IDS.map((id) => ({ value: String(id), label: SUBFORUMS[id].name }));

interface DecideFormProps extends CaseActProps {
  /** It is decided: on to the next one. */
  onDone: () => Promise<void>;
}

/** Everything that can be done about a case, in one form; it says what it will do before it does. A ban for ever asks once. */
export function DecideForm({ one, news, onDone }: DecideFormProps) {
  const { id, type, user, can, reports_count, claimed_by, subject } = one;
  const { username } = user;
  const me = useMember().id;
  const [acts, setActs] = useState<readonly CaseAct[]>([]);
  const [length, setLength] = useState<Length>("week");
  const [place, setPlace] = useState("1");
  const [asking, setAsking] = useState(false);
  const isSure = useRef(false);
  const has = (act: CaseAct) => acts.includes(act);

  const form = useForm(decideCaseRoute, {
    read: ({ reason = "", until = "" }) => ({
      acts: [...acts],
      reason: String(reason),
      ...(has("ban") && { until: untilOf(length, String(until), Date.now()) }),
      ...(has("move") && { subforum_id: Number(place) }),
    }),
    check: ({ reason = "", until }): FieldErrors => ({
      ...(acts.length === 0 && { acts: [text.actNeeded] }),
      ...((has("warn") || has("ban")) && !reason.trim() && { reason: [text.reasonNeeded] }),
      ...(!isToCome(until, Date.now()) && { until: [moderationText.ban.dayNeeded] }),
    }),
    send: (input) => news.send(() => call(decideCaseRoute, { params: { id }, input })),
    onDone: (answer) => {
      toastThen(
        () => news.show(answer.case),
        news.forget,
        () => void onDone(),
      )(answer);
    },
  });
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const reason = String(new FormData(event.currentTarget).get("reason") ?? "");
    if (has("ban") && length === "ever" && reason.trim() && !isSure.current) {
      event.preventDefault();
      setAsking(true);
    } else form.props.onSubmit(event);
    isSure.current = false;
  };
  const goAhead = () => {
    setAsking(false);
    isSure.current = true;
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
          <ActChoice one={one} acts={acts} onChange={setActs} errors={form.errors.acts} />
          {!subject.can_punish && <p className={styles.muted}>{text.untouchable}</p>}
          {has("move") && (
            <Select
              label={text.subforum}
              name="subforum_id"
              options={PLACES}
              value={place}
              onChange={setPlace}
              errors={form.errors.subforum_id}
            />
          )}
          {has("ban") && <LengthField length={length} onChange={setLength} errors={form.errors.until} />}
          <ReasonField hint={text.reasonHint(username)} errors={form.errors.reason} />
          <p className={styles.plan} role="status">
            {planOf({
              type,
              username,
              acts,
              length: moderationText.ban.spans[length],
              subforum: SUBFORUMS[SUBFORUM_IDS.find((one) => String(one) === place) ?? 1].name,
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
      <DismissButton one={one} news={news} busy={form.busy} onDone={onDone} />
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={text.sureTitle(username)}
        text={text.sure}
        action={text.sureAct(username)}
        onConfirm={goAhead}
      />
    </Card>
  );
}
