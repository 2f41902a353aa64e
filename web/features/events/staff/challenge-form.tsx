import { useQueryClient } from "@tanstack/react-query";
import { Timer } from "lucide-react";
import { useState } from "react";
import { type Challenge, createChallengeRoute, editChallengeRoute } from "#domain/events/api.ts";
import { EVENT_LIMITS } from "#domain/events/rules.ts";
import type { LevelCard } from "#domain/levels/card.ts";
import { newYorkDay } from "#domain/new-york.ts";
import { call } from "#web/lib/api.ts";
import { useForm } from "#web/lib/form.ts";
import { invalidateUrls } from "#web/lib/query.ts";
import { staffEventsText } from "#web/text/events.ts";
import { FormModal } from "#web/ui/form-modal.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { readDuration } from "../days.ts";
import { LevelPicker } from "./level-picker.tsx";
import { EVENT_NEWS } from "./news.ts";
import { RewardFields, readReward } from "./reward-fields.tsx";
import styles from "./staff.module.css";

const text = staffEventsText;

export interface ChallengeFormProps {
  /** The one that is changed, whose level stays; a new one without. */
  challenge: Challenge | null;
  onClose: () => void;
}

/** A new challenge, or changes of one that has not ended. */
export function ChallengeForm({ challenge, onClose }: ChallengeFormProps) {
  const client = useQueryClient();
  const [levels, setLevels] = useState<LevelCard[]>([]);
  const [goal, setGoal] = useState(challenge?.goal_formatted ?? "");
  const goal_ms = readDuration(goal);
  const form = useForm(createChallengeRoute, {
    read: (fields) => ({
      name: String(fields.name),
      description: String(fields.description),
      // That of a challenge which is changed is not sent.
      level_id: challenge ? 1 : (levels[0]?.id ?? 0),
      goal_ms,
      ends_on: String(fields.ends_on),
      ...readReward(fields),
    }),
    check: () => ({
      ...(Number.isNaN(goal_ms) && { goal_ms: [text.goalTimeBad] }),
      ...(!challenge && levels.length === 0 && { level_id: [text.levelMissing] }),
    }),
    send: ({ level_id, ...input }) =>
      challenge
        ? call(editChallengeRoute, { params: { id: challenge.id }, input })
        : call(createChallengeRoute, { input: { ...input, level_id } }),
    onDone: ({ challenge: { name } }) => {
      toast(challenge ? text.saved(name) : text.challenge.made(name), { tone: "good" });
      void invalidateUrls(client, EVENT_NEWS);
      onClose();
    },
  });
  const { errors } = form;
  return (
    <FormModal
      form={form}
      onClose={onClose}
      wide
      title={challenge ? text.challenge.edit(challenge.name) : text.challenge.add}
      text={challenge ? undefined : text.challenge.formText}
      submit={challenge ? text.challenge.save : text.challenge.create}
    >
      <TextField
        label={text.name}
        name="name"
        defaultValue={challenge?.name}
        maxLength={EVENT_LIMITS.shortName}
        hint={text.nameHint(EVENT_LIMITS.shortName)}
        autoComplete="off"
        errors={errors.name}
      />
      <TextArea
        label={text.description}
        name="description"
        rows={2}
        max={EVENT_LIMITS.description}
        defaultValue={challenge?.description}
        errors={errors.description}
      />
      {!challenge && (
        <LevelPicker
          name="level_id"
          label={text.level}
          most={1}
          chosen={levels}
          onChange={setLevels}
          errors={errors.level_id}
        />
      )}
      <div className={styles.two}>
        <TextField
          label={text.goalTime}
          name="goal_ms"
          icon={Timer}
          autoComplete="off"
          hint={text.goalTimeHint}
          value={goal}
          onChange={({ target }) => setGoal(target.value)}
          errors={errors.goal_ms}
        />
        <TextField
          label={text.last}
          name="ends_on"
          type="date"
          min={newYorkDay(Date.now())}
          defaultValue={challenge?.ends_on ?? ""}
          errors={errors.ends_on}
        />
      </div>
      <RewardFields reward={challenge?.reward} errors={errors} />
    </FormModal>
  );
}
