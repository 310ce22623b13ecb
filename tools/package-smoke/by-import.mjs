import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { FunctionCall, FunctionParameter, ToolRouter, ToolRouterModule } from 'nestjs-tool-router';
import smoke from './by-require.cjs';

await smoke.check({ FunctionCall, FunctionParameter, ToolRouter, ToolRouterModule }, NestFactory);
