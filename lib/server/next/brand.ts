import { type Brand, unnamed } from '@/lib/kit/config/brand'
import { readShopSetting } from './shop-setting'

/** Cached. */
export async function readBrand(): Promise<Brand> {
  const [name, logo_url] = await Promise.all([readShopSetting('shop.name'), readShopSetting('shop.logo_url')])
  return { name: name || unnamed.name, logo_url: logo_url || unnamed.logo_url }
}
