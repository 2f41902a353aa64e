import { LIMITS } from "#domain/limits.ts";
import { controlsText } from "#web/ui/text/controls.ts";
import { TextArea, type TextAreaProps } from "#web/ui/text-area.tsx";

/** The field for the reason of what staff do, which the person concerned or the audit log gets. */
export const ReasonArea = (props: Omit<TextAreaProps, "name" | "max" | "label"> & { label?: string }) => (
  <TextArea label={controlsText.reason} {...props} name="reason" max={LIMITS.banReason} />
);
