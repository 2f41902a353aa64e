import { Smile } from "lucide-react";
import { EMOTICONS } from "#domain/comments/rules.ts";
import { commentsText } from "#web/text/comments.ts";
import { Button } from "#web/ui/button.tsx";
import { Popover } from "#web/ui/popover.tsx";
import { Tooltip } from "#web/ui/tooltip.tsx";
import styles from "./comments.module.css";
import { type Emoticon, emoticonUrl } from "./emoticons.ts";

/** Sixteen little pictures to put into a text. */
export function EmoticonPicker({ onPick }: { onPick: (name: Emoticon) => void }) {
  return (
    <Popover
      label={commentsText.emoticons}
      align="start"
      trigger={(props) => (
        <Button {...props} icon={Smile} variant="quiet">
          {commentsText.emoticons}
        </Button>
      )}
    >
      {(close) => (
        <div className={styles.picker}>
          {EMOTICONS.map((name) => (
            <Tooltip key={name} text={`:${name}:`} silent>
              <button
                type="button"
                className={styles.pick}
                aria-label={commentsText.emoticon(name)}
                onClick={() => {
                  close();
                  onPick(name);
                }}
              >
                <img src={emoticonUrl(name)} width={32} height={32} alt="" />
              </button>
            </Tooltip>
          ))}
        </div>
      )}
    </Popover>
  );
}
