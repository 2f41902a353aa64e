import { Select } from "#web/ui/select.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { moderationText } from "../text/moderation.ts";
import { BAN_LENGTH_OPTIONS, type BanLength } from "./ban-length.ts";

const text = moderationText.ban;

interface BanLengthFieldProps {
  length: BanLength;
  onChange: (length: BanLength) => void;
  errors: string[] | undefined;
}

/** The length of a ban: a preset, until a date, or permanent. The form reads the date as `until`. */
export function BanLengthField({ length, onChange, errors }: BanLengthFieldProps) {
  const isDay = length === "date";
  return (
    <>
      <Select
        label={text.length}
        name="length"
        options={BAN_LENGTH_OPTIONS}
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
