export const parcelSteps = ['collect', 'move', 'take_out', 'deliver', 'fail'] as const
export type ParcelStep = (typeof parcelSteps)[number]
