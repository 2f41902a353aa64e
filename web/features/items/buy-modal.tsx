import type { SessionUser } from "#domain/auth/api.ts";
import { CoinSums } from "#web/components/coin-sums.tsx";
import { ItemPicture } from "#web/components/item-picture.tsx";
import { MissingCoins } from "#web/components/missing-coins.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { uiText } from "#web/ui/text/ui.ts";
import styles from "./buy-modal.module.css";
import { type Deal, missingCoins } from "./deal.ts";
import { buyingText, usePurchase } from "./purchase.ts";
import { tradeText } from "./text/trade.ts";

export interface BuyModalProps {
  deal: Deal;
  user: SessionUser;
  onClose: () => void;
  onBought: () => void;
}

/** Asks for confirmation before a purchase. Can't be closed while the purchase is running. */
export default function BuyModal({ deal: initialDeal, user, onClose, onBought }: BuyModalProps) {
  const { deal, problem, busy, buy } = usePurchase(initialDeal, () => {
    onClose();
    onBought();
  });
  const { item, price } = deal;
  const missing = missingCoins(user.coins, price);
  const isFinal = problem?.final || missing > 0;
  return (
    <Modal
      open
      onClose={() => !busy && onClose()}
      title={price === 0 ? buyingText.confirmGet(item.name) : buyingText.confirmBuy(item.name)}
      footer={
        isFinal ? (
          <Button variant="primary" onClick={onClose}>
            {buyingText.close}
          </Button>
        ) : (
          <>
            <Button disabled={busy} onClick={onClose}>
              {uiText.cancel}
            </Button>
            <Button variant="primary" busy={busy} onClick={buy}>
              {buyingText.buyFor(price)}
            </Button>
          </>
        )
      }
    >
      {problem && <Banner tone={problem.final ? "error" : "notice"}>{problem.text}</Banner>}
      <div className={styles.summary}>
        <ItemPicture item={deal.item} width={112} height={112} alt="" />
        <div className={styles.item}>
          <p className={styles.name} dir="auto">
            {deal.item.name}
          </p>
          <p className={styles.from}>
            {deal.copy
              ? buyingText.from(deal.copy.user.username)
              : buyingText.byMaker(deal.item.user.username)}
            {deal.copy && <span className={styles.serial}> {tradeText.serial(deal.copy.serial)}</span>}
          </p>
        </div>
        <div className={styles.sums}>
          <CoinSums label={buyingText.price} price={deal.price} coins={user.coins} />
        </div>
      </div>
      {missing > 0 && !problem?.final && <MissingCoins count={missing} />}
    </Modal>
  );
}
