export const verifyText = {
  buy: "Verify your email to buy from other players: open the link we sent you. Official items you can buy now.",
  sell: "Verify your email to sell to other players: open the link we sent you.",
  needed: "Verify your email to get this",
  resend: "Resend the link",
} as const;
