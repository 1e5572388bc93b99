/** The carrier's dates: `Tue, 31 Aug 2010 20:36:28 +0000`. */
export const toRfc2822 = (epochMs: number): string => new Date(epochMs).toUTCString().replace('GMT', '+0000');
