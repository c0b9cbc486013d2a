'use client'

import { createContext, type ReactNode, use } from 'react'
import { type Brand, unnamed } from '@/lib/kit/config/brand'
import { Mark, Wordmark } from './logo'

const BrandContext = createContext<Brand>(unnamed)

export function BrandProvider({ brand, children }: { brand: Brand; children: ReactNode }) {
  return <BrandContext value={brand}>{children}</BrandContext>
}

export const useBrand = (): Brand => use(BrandContext)

/** Without a logo, the mark of mini-shop. `size`: in pixels. */
export function ShopMark({ size = 28 }: { size?: number }) {
  const { logo_url } = useBrand()
  if (!logo_url) return <Mark size={size} />
  // biome-ignore lint/performance/noImgElement: small, and of any of the origins that the content security policy allows
  return <img src={logo_url} alt="" width={size} height={size} style={{ borderRadius: 8, objectFit: 'cover' }} />
}

export const ShopLogo = () => <Wordmark mark={<ShopMark />} name={useBrand().name} />
