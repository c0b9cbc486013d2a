import { createContext, use } from 'react'
import { imageAlt, type OwnOrigins, ownImageSrc } from '@/lib/kit/html/rules'

export interface Picture {
  /** A path on this server, or its absolute URL. */
  url: string
  alt: string
  /** In pixels. */
  width: number
  height: number
}

export interface PictureSlot {
  /** undefined: the user chose none. */
  pickImage: () => Promise<Picture | undefined>
  /** Resolves to a URL; undefined: the user chose none. */
  pickVideo: () => Promise<string | undefined>
  /** `onProgress` gets the share of the file that was sent, from 0 to 1. */
  uploadImage: (file: File, onProgress: (share: number) => void) => Promise<Picture>
}

const Slot = createContext<PictureSlot | undefined>(undefined)

/** An editor without a slot has no button for pictures and ignores pasted files. */
export const PictureSlotProvider = Slot

export const usePictureSlot = () => use(Slot)

export const imageOf = ({ url, alt, width, height }: Picture, origins: OwnOrigins) => ({
  type: 'image',
  attrs: { src: ownImageSrc(url, origins), alt: imageAlt(alt), width: String(width), height: String(height) },
})

export const videoOf = (url: string, origins: OwnOrigins) => ({
  type: 'video',
  attrs: { src: ownImageSrc(url, origins) },
})
