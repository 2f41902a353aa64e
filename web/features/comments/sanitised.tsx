import DOMPurify from "dompurify";
import { EmoticonText } from "./emoticon-text.tsx";
import { sanitise } from "./sanitise.ts";

/** A comment that may hold markup; in a chunk of its own with the sanitiser. */
export default function Sanitised({ body }: { body: string }) {
  return <EmoticonText text={sanitise(DOMPurify, body)} />;
}
