import type { SessionUser } from "#domain/auth/api.ts";
import { creationCost } from "#domain/items/rules.ts";
import { MissingCoins } from "#web/components/missing-coins.tsx";
import { coinsText } from "#web/components/text/coins.ts";
import styles from "./create.module.css";
import { createItemText } from "./text/create-item.ts";

/** The cost of creating an item, and the user's balance. Never blocks: the server knows about newer coins. */
export function CreationCost({ user }: { user: SessionUser }) {
  const cost = creationCost(user.role);
  const missing = cost - user.coins;
  return (
    <>
      <p className={styles.cost}>
        <img src="/static/emoticons/coin.svg" width={28} height={28} alt="" />
        <span>
          {cost === 0 ? createItemText.free : createItemText.cost(cost)}{" "}
          {cost > 0 && coinsText.spend(user.coins, cost)}
        </span>
      </p>
      {missing > 0 && <MissingCoins count={missing} />}
    </>
  );
}
