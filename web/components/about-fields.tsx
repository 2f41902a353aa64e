import { TextArea } from "#web/ui/text-area.tsx";
import { TextField } from "#web/ui/text-field.tsx";

interface AboutFieldsProps {
  /** The field of the title, its label, its longest text and its value. */
  title: { field: "title" | "name"; label: string; max: number; value: string };
  description: { label: string; hint?: string; max: number; value: string };
  errors: Record<string, string[] | undefined>;
  onChange: (part: { title?: string; name?: string; description?: string }) => void;
}

export function AboutFields({ title, description, errors, onChange }: AboutFieldsProps) {
  return (
    <>
      <TextField
        name={title.field}
        label={title.label}
        max={title.max}
        autoComplete="off"
        required
        value={title.value}
        errors={errors[title.field]}
        onChange={({ target }) => onChange({ [title.field]: target.value })}
      />
      <TextArea
        name="description"
        {...description}
        rows={4}
        errors={errors.description}
        onChange={({ target }) => onChange({ description: target.value })}
      />
    </>
  );
}
