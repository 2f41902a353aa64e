import DOMPurify from "dompurify";
import { sanitise } from "#web/lib/sanitise.ts";
import { EmoticonText, type EmoticonTextProps } from "./emoticon-text.tsx";

/** A text that may hold markup; in a chunk of its own with the sanitiser. */
export default function Sanitised({ text, words }: EmoticonTextProps) {
  return <EmoticonText text={sanitise(DOMPurify, text)} words={words} />;
}
