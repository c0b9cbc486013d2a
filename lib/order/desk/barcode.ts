import { code128, drawingSVG, qrcode } from 'bwip-js/generic'

/** Takes ASCII. The SVG has no size and no quiet zone; the narrowest bar is two units wide. */
export const barcodeOf = (text: string): string => code128({ bcid: 'code128', text, height: 12 }, drawingSVG())

/** The SVG has no size and no quiet zone. */
export const qrCodeOf = (text: string): string => qrcode({ bcid: 'qrcode', text }, drawingSVG())
