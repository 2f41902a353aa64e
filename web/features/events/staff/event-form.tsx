import { useState } from "react";
import { createEventRoute, editEventRoute } from "#domain/events/api.ts";
import type { LevelEvent } from "#domain/events/event.ts";
import { EVENT_LIMITS } from "#domain/events/rules.ts";
import { newYorkDay } from "#domain/new-york.ts";
import { call } from "#web/lib/api.ts";
import { useForm } from "#web/lib/form.ts";
import { serverTime } from "#web/lib/server-clock.ts";
import { Badge } from "#web/ui/card.tsx";
import { FormModal } from "#web/ui/form-modal.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { staffEventsText as text } from "../text.ts";
import { LevelPicker } from "./level-picker.tsx";
import { RewardFields, readReward } from "./reward-fields.tsx";
import { SHOWS_EVENTS } from "./shows-events.ts";
import styles from "./staff.module.css";

const DEFAULT_COLOR = "FFB800";
const HEX_COLOR = /^#?[0-9a-f]{6}$/i;

interface ColorFieldProps {
  name: string;
  color: string;
  onPick: (color: string) => void;
  errors: string[] | undefined;
}

function ColorField({ name, color, onPick, errors }: ColorFieldProps) {
  return (
    <div className={styles.color}>
      <TextField
        label={text.color}
        name="highlight_color"
        value={color}
        maxLength={7}
        spellCheck={false}
        autoComplete="off"
        errors={errors}
        onChange={(event) => onPick(event.target.value)}
        action={
          <input
            type="color"
            className={styles.swatch}
            aria-label={text.colorPick}
            value={HEX_COLOR.test(color) ? `#${color.replace("#", "").toLowerCase()}` : "#000000"}
            onChange={(event) => onPick(event.target.value.slice(1).toUpperCase())}
          />
        }
      />
      <div className={styles.preview}>
        <span>{text.preview}</span>
        <Badge color={color}>{name || text.shortName}</Badge>
      </div>
    </div>
  );
}

export interface EventFormProps {
  /** The event to edit; null creates a new one. */
  event: LevelEvent | null;
  onClose: () => void;
}

export function EventForm({ event, onClose }: EventFormProps) {
  const [name, setName] = useState(event?.short_name ?? "");
  const [color, setColor] = useState(event?.highlight_color ?? DEFAULT_COLOR);
  const [levels, setLevels] = useState(event?.levels ?? []);
  const today = newYorkDay(serverTime());
  const hasStarted = event !== null && Date.parse(event.starts_at) <= serverTime();
  const form = useForm(createEventRoute, {
    read: (fields) => ({
      short_name: String(fields.short_name),
      description: String(fields.description),
      highlight_color: color,
      starts_on: hasStarted ? event.starts_on : String(fields.starts_on),
      ends_on: String(fields.ends_on),
      level_ids: levels.map(({ id }) => id),
      goal: String(fields.goal).trim() || null,
      ...readReward(fields),
    }),
    send: (input) =>
      event ? call(editEventRoute, { params: { id: event.id }, input }) : call(createEventRoute, { input }),
    toast: ({ event: { short_name } }) => (event ? text.saved(short_name) : text.event.made(short_name)),
    onDone: onClose,
    changes: SHOWS_EVENTS,
  });
  const { errors } = form;
  return (
    <FormModal
      form={form}
      onClose={onClose}
      wide
      title={event ? text.event.edit(event.short_name) : text.event.add}
      text={text.event.formText}
      submit={event ? text.event.save : text.event.create}
    >
      <TextField
        label={text.shortName}
        name="short_name"
        value={name}
        max={EVENT_LIMITS.shortName}
        autoComplete="off"
        errors={errors.short_name}
        onChange={({ target }) => setName(target.value)}
      />
      <TextArea
        label={text.description}
        name="description"
        rows={2}
        max={EVENT_LIMITS.description}
        defaultValue={event?.description}
        errors={errors.description}
      />
      <ColorField name={name} color={color} onPick={setColor} errors={errors.highlight_color} />
      <div className={styles.twoColumns}>
        <TextField
          label={text.first}
          name="starts_on"
          type="date"
          min={hasStarted ? undefined : today}
          disabled={hasStarted}
          defaultValue={event?.starts_on ?? today}
          errors={errors.starts_on}
        />
        <TextField
          label={text.last}
          name="ends_on"
          type="date"
          min={today}
          defaultValue={event?.ends_on ?? ""}
          errors={errors.ends_on}
        />
      </div>
      <LevelPicker
        name="level_ids"
        label={text.levels}
        max={EVENT_LIMITS.levels}
        chosen={levels}
        onChange={setLevels}
        errors={errors.level_ids}
      />
      <TextField
        label={text.goalLevels}
        name="goal"
        inputMode="numeric"
        autoComplete="off"
        hint={text.goalLevelsHint}
        placeholder={String(levels.length || "")}
        defaultValue={event && event.goal < event.levels.length ? event.goal : ""}
        errors={errors.goal}
      />
      <RewardFields reward={event?.reward} errors={errors} />
    </FormModal>
  );
}
