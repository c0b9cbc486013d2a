import { provinces as all } from '@/lib/kit/regions'

export interface Region {
  province: string
  city: string
  district: string
}

const citiesBelow = (province: string) => all.find(({ name }) => name === province)?.cities ?? []

export const provinces: readonly string[] = all.map(({ name }) => name)
/** Empty for an unknown province, such as one abroad. */
export const citiesOf = (province: string): string[] => citiesBelow(province).map(({ name }) => name)
export const districtsOf = ({ province, city }: Pick<Region, 'province' | 'city'>): string[] =>
  citiesBelow(province).find(({ name }) => name === city)?.districts ?? []

export const cityWith = (code: string): string | undefined =>
  all.flatMap(({ cities }) => cities).find((city) => city.code === code)?.name

export function findRegions(text: string): Region[] {
  const cities = all.flatMap(({ name: province, cities }) =>
    cities.map(({ name: city, districts }) => ({ province, city, districts })),
  )
  return [
    ...cities.filter(({ city }) => city.includes(text)).map(({ province, city }) => ({ province, city, district: '' })),
    ...cities.flatMap(({ province, city, districts }) =>
      districts.filter((one) => one.includes(text)).map((district) => ({ province, city, district })),
    ),
  ]
}
