export { BillingTab as default } from "#web/features/gold/billing-tab.tsx";
