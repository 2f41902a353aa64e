import type { FieldErrors } from "#domain/errors.ts";
import { LEVEL_CATEGORIES } from "#domain/levels/rules.ts";
import { LIMITS } from "#domain/limits.ts";
import { levelCategoriesText } from "#web/components/text/level-categories.ts";
import { Switch } from "#web/ui/checkbox.tsx";
import { Select } from "#web/ui/select.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { builderPublishText as text } from "../text/builder-publish.ts";
import type { PublishFields } from "./publish-fields.ts";
import styles from "./publish-modal.module.css";

export interface DetailsStepProps {
  fields: PublishFields;
  errors: FieldErrors;
  onChange: (values: Partial<PublishFields>) => void;
}

/** Title, description and category of the level. */
export function DetailsStep({ fields, errors, onChange }: DetailsStepProps) {
  return (
    <div className={styles.step}>
      <TextField
        name="title"
        label={text.titleField}
        max={LIMITS.levelTitle}
        autoComplete="off"
        required
        value={fields.title}
        errors={errors.title}
        onChange={(event) => onChange({ title: event.target.value })}
      />
      <TextArea
        name="description"
        label={text.description}
        max={LIMITS.levelDescription}
        rows={4}
        value={fields.description}
        errors={errors.description}
        onChange={(event) => onChange({ description: event.target.value })}
      />
      <Select
        name="category"
        label={text.category}
        options={LEVEL_CATEGORIES.map((value) => ({ value, label: levelCategoriesText[value] }))}
        value={fields.category}
        errors={errors.category}
        onChange={(category) => onChange({ category })}
      />
      <Switch
        label={text.comments}
        checked={fields.comments_enabled}
        onChange={(comments_enabled) => onChange({ comments_enabled })}
      />
    </div>
  );
}
