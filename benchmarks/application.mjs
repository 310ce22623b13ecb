// Builds the applications that the benchmarks measure, from the built package.
import 'reflect-metadata';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
export const library = require('nestjs-tool-router');
export const { NestFactory } = require('@nestjs/core');
export const validator = require('class-validator');
export const transformer = require('class-transformer');

/** A request class with the fields { city, unit?, days? }, and what a compiler would emit for it. */
export function forecastRequest() {
  class ForecastRequest {}
  const { prototype } = ForecastRequest;
  field(prototype, 'city', String, [validator.IsString(), validator.MinLength(1)]);
  field(prototype, 'unit', String, [validator.IsOptional(), validator.IsIn(['C', 'F'])]);
  field(prototype, 'days', Number, [validator.IsOptional(), validator.IsInt(), validator.Min(1), validator.Max(14)]);
  return ForecastRequest;
}

export function field(prototype, name, type, decorators) {
  Reflect.defineMetadata('design:type', type, prototype, name);
  for (const decorate of decorators) decorate(prototype, name);
}

/** The work of the tool itself: small, so that what is around it shows. */
export function forecast({ city, unit = 'C', days = 1 }) {
  return { city, unit, days, temperatures: [21, 22, 19] };
}

export function forecastFunction(name, request = forecastRequest()) {
  class Forecast {
    apply(given) {
      return forecast(given);
    }
  }
  library.FunctionCall({ name, description: 'Weather of the next days', request })(Forecast);
  return Forecast;
}

/** An application context with the given providers. */
export async function application(providers, options = {}) {
  class AppModule {}
  return await NestFactory.createApplicationContext(
    { module: AppModule, imports: [library.ToolRouterModule.forRoot(options)], providers },
    { logger: false, abortOnError: false },
  );
}

export const ARGUMENTS = '{"city":"Reykjavik","unit":"C","days":3}';
