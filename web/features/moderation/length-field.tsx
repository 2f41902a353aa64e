import { moderationText } from "#web/text/moderation.ts";
import { Select } from "#web/ui/select.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { LENGTH_OPTIONS, type Length } from "./lengths.ts";

const text = moderationText.ban;

interface LengthFieldProps {
  length: Length;
  onChange: (length: Length) => void;
  errors: string[] | undefined;
}

/** How long a ban is: for a while, until a day, or for ever. The form finds the day as `until`. */
export function LengthField({ length, onChange, errors }: LengthFieldProps) {
  const isDay = length === "date";
  return (
    <>
      <Select
        label={text.length}
        name="length"
        options={LENGTH_OPTIONS}
        value={length}
        onChange={onChange}
        errors={isDay ? undefined : errors}
      />
      {isDay && (
        <TextField label={text.day} name="until" type="date" hint={text.dayHint} errors={errors} required />
      )}
    </>
  );
}
