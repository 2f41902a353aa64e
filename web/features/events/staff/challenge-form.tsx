import { Timer } from "lucide-react";
import { useState } from "react";
import { type Challenge, createChallengeRoute, editChallengeRoute } from "#domain/events/api.ts";
import { EVENT_LIMITS } from "#domain/events/rules.ts";
import type { LevelCardData } from "#domain/levels/card.ts";
import { newYorkDay } from "#domain/new-york.ts";
import { call } from "#web/lib/api.ts";
import { useForm } from "#web/lib/form.ts";
import { serverTime } from "#web/lib/server-clock.ts";
import { FormModal } from "#web/ui/form-modal.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { readDuration } from "../days.ts";
import { staffEventsText as text } from "../text.ts";
import { LevelPicker } from "./level-picker.tsx";
import { RewardFields, readReward } from "./reward-fields.tsx";
import { SHOWS_EVENTS } from "./shows-events.ts";
import styles from "./staff.module.css";

export interface ChallengeFormProps {
  /** The challenge to edit, whose level is fixed; null creates a new one. */
  challenge: Challenge | null;
  onClose: () => void;
}

export function ChallengeForm({ challenge, onClose }: ChallengeFormProps) {
  const [levels, setLevels] = useState<LevelCardData[]>([]);
  const [goal, setGoal] = useState(challenge?.goal_formatted ?? "");
  const goal_ms = readDuration(goal);
  const form = useForm(createChallengeRoute, {
    read: (fields) => ({
      name: String(fields.name),
      description: String(fields.description),
      // Not sent when editing.
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
    toast: ({ challenge: { name } }) => (challenge ? text.saved(name) : text.challenge.made(name)),
    onDone: onClose,
    changes: SHOWS_EVENTS,
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
          max={1}
          chosen={levels}
          onChange={setLevels}
          errors={errors.level_id}
        />
      )}
      <div className={styles.twoColumns}>
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
          min={newYorkDay(serverTime())}
          defaultValue={challenge?.ends_on ?? ""}
          errors={errors.ends_on}
        />
      </div>
      <RewardFields reward={challenge?.reward} errors={errors} />
    </FormModal>
  );
}
