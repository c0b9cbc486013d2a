import { createContext, use } from 'react'
import { imageAlt, type OwnOrigins, ownImageSrc } from '@/lib/kit/html/rules'

/** A picture of the shop for a text. */
export interface Picture {
  /** A path on this server, or an absolute URL of it. */
  url: string
  alt: string
  /** In pixels. */
  width: number
  height: number
}

/** The source of an editor's pictures and videos. */
export interface PictureSlot {
  /** Opens the picker. Undefined if no picture was chosen. */
  pickImage: () => Promise<Picture | undefined>
  /** Opens the picker of videos. Returns the address, undefined if no video was chosen. */
  pickVideo: () => Promise<string | undefined>
  /** Stores a pasted or dropped picture. `onProgress` is called with the sent share, from 0 to 1. */
  uploadImage: (file: File, onProgress: (share: number) => void) => Promise<Picture>
}

const Slot = createContext<PictureSlot | undefined>(undefined)

/** Provides pictures to the editors below it. Without it they have no button for them, and pasted files are ignored. */
export const PictureSlotProvider = Slot

export const usePictureSlot = () => use(Slot)

/** A picture in the form of the editor. */
export const imageOf = ({ url, alt, width, height }: Picture, origins: OwnOrigins) => ({
  type: 'image',
  attrs: { src: ownImageSrc(url, origins), alt: imageAlt(alt), width: String(width), height: String(height) },
})

/** A video in the form of the editor. */
export const videoOf = (url: string, origins: OwnOrigins) => ({
  type: 'video',
  attrs: { src: ownImageSrc(url, origins) },
})
