/** How people say on the telephone that they do not want to be called again. */
const REFUSALS = [
  /\b(do not|don't|never|stop) (ever )?(call|calling|phone|phoning|ring|ringing)( me| us| this number)?\b/iu,
  /\b(take|remove|delete) (me|us|my number|this number) (off|from)\b/iu,
  /\bno more calls\b/iu,
  /\bruf(en|t)? (sie )?(mich|uns|hier) (bitte )?(nicht|nie) (mehr|wieder)\b|\bnicht mehr an(rufen|gerufen)\b/iu,
  /\bno (me|nos) (vuelva[ns]?|llame[ns]?) (a llamar|más)\b/iu,
  /\bne (m'|me |nous )?(appelez|rappelez) plus\b/iu,
  /\bnon (mi|ci) chiam(i|ate) più\b/iu,
  /\bnão (me|nos) ligue[m]? mais\b/iu,
  /\bbel (me|ons) niet meer\b/iu,
];

export function refusesCalls(text: string): boolean {
  const words = text.replaceAll('’', "'");
  return REFUSALS.some((refusal) => refusal.test(words));
}
